//! The tests of `ishitori-answers` from outside, in one program.

mod atlas;
mod blocking;
mod boards;
mod compound;
mod dots_and_boxes;
mod edges;
mod every_game;
mod heaps;
mod layers;
mod learning;
mod plain_data;
mod puzzle;
mod recurring;
mod remoteness;
mod schemas;
mod shards;
