//! Reading a document strictly, within the memory allowed.
//!
//! The derived readers of serde are generous: they take a list of the fields in the place of an
//! object, and `null` in the place of an optional field. The format has none of this, so a document is
//! read through a reader that hands on everything else. It also knows the size of the items of every
//! list, and takes it out of what is allowed before the list grows.

use std::cell::Cell;
use std::fmt;

use serde::Deserialize;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};

use crate::condition::{Fault, Resource};
use crate::limits::{Meter, PIECE};
use crate::verdict::Rejection;

/// Reads a value from the whole text, or says where it does not follow the format. O(text).
pub(crate) fn read<'t, T: Deserialize<'t>>(
    text: &'t str,
    meter: &mut Meter,
) -> Result<T, Rejection> {
    let limit = meter.limits().memory;
    let ledger = Ledger { left: limit.saturating_sub(meter.held()).into(), missing: 0.into() };
    let before = ledger.left.get();
    let mut source = serde_json::Deserializer::from_str(text);
    let read = T::deserialize(Strict { inner: &mut source, ledger: &ledger });
    let read = read.and_then(|value| source.end().map(|()| value));
    if ledger.missing.get() > 0 {
        let needed = u128::from(limit) + u128::from(ledger.missing.get());
        return Err(Rejection::Limit { what: Resource::Memory, needed, limit });
    }
    meter.reserve((before - ledger.left.get()).into())?;
    read.map_err(|error| Rejection::Malformed(Fault::from(error)))
}

/// How much memory is left, and how much was missing when it did not suffice.
struct Ledger {
    left: Cell<u64>,
    missing: Cell<u64>,
}

impl Ledger {
    fn reserve<E: Error>(&self, bytes: u64) -> Result<(), E> {
        match self.left.get().checked_sub(bytes) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => {
                self.missing.set(bytes - self.left.get());
                Err(E::custom("there is not enough memory"))
            }
        }
    }
}

/// Wraps a part of serde's machinery, so that all that it leads to is wrapped too.
struct Strict<'l, T> {
    inner: T,
    ledger: &'l Ledger,
}

impl<'l, T> Strict<'l, T> {
    fn with<U>(&self, inner: U) -> Strict<'l, U> {
        Strict { inner, ledger: self.ledger }
    }
}

/// Hands scalars on: there is nothing inside them.
macro_rules! scalars {
    ($($name:ident)*) => {$(
        fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            self.inner.$name(visitor)
        }
    )*};
}

/// Hands everything on that may have something inside.
macro_rules! composites {
    ($($name:ident($($argument:ident: $kind:ty),*))*) => {$(
        fn $name<V: Visitor<'de>>(
            self,
            $($argument: $kind,)*
            visitor: V,
        ) -> Result<V::Value, D::Error> {
            let visitor = self.with(visitor);
            self.inner.$name($($argument,)* visitor)
        }
    )*};
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Strict<'_, D> {
    type Error = D::Error;

    scalars! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_f32
        deserialize_f64 deserialize_char deserialize_str deserialize_string deserialize_bytes
        deserialize_byte_buf deserialize_unit deserialize_identifier deserialize_ignored_any
    }

    composites! {
        deserialize_any()
        deserialize_option()
        deserialize_unit_struct(name: &'static str)
        deserialize_newtype_struct(name: &'static str)
        deserialize_seq()
        deserialize_tuple(count: usize)
        deserialize_tuple_struct(name: &'static str, count: usize)
        deserialize_map()
        deserialize_enum(name: &'static str, tags: &'static [&'static str])
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let visitor = Object(self.with(visitor));
        self.inner.deserialize_struct(name, fields, visitor)
    }
}

/// Takes an object and nothing else.
struct Object<'l, V>(Strict<'l, V>);

impl<'de, V: Visitor<'de>> Visitor<'de> for Object<'_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.0.visit_map(map)
    }
}

macro_rules! visits {
    ($($name:ident($kind:ty))*) => {$(
        fn $name<E: Error>(self, value: $kind) -> Result<V::Value, E> {
            self.inner.$name(value)
        }
    )*};
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Strict<'_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.expecting(f)
    }

    visits! {
        visit_bool(bool) visit_i64(i64) visit_u64(u64) visit_f64(f64) visit_str(&str)
        visit_borrowed_str(&'de str) visit_string(String)
    }

    /// A field that is there has a value.
    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        Err(E::invalid_type(Unexpected::Unit, &self))
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        let inner = self.with(inner);
        self.inner.visit_some(inner)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        let inner = self.with(inner);
        self.inner.visit_newtype_struct(inner)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<V::Value, A::Error> {
        let items = self.with(items);
        self.inner.visit_seq(items)
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<V::Value, A::Error> {
        let fields = self.with(fields);
        self.inner.visit_map(fields)
    }

    fn visit_enum<A: EnumAccess<'de>>(self, tagged: A) -> Result<V::Value, A::Error> {
        let tagged = self.with(tagged);
        self.inner.visit_enum(tagged)
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Strict<'_, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, inner: D) -> Result<S::Value, D::Error> {
        let inner = self.with(inner);
        self.inner.deserialize(inner)
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Strict<'_, A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        // A list may take twice the memory it needs, and is moved when it grows. What stands in an
        // item has its own piece of memory.
        let inside = if size_of::<S::Value>() > 8 { PIECE } else { 0 };
        self.ledger.reserve(3 * size_of::<S::Value>() as u64 + inside)?;
        let seed = self.with(seed);
        self.inner.next_element_seed(seed)
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Strict<'_, A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        let seed = self.with(seed);
        self.inner.next_key_seed(seed)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        let seed = self.with(seed);
        self.inner.next_value_seed(seed)
    }
}

impl<'de, 'l, A: EnumAccess<'de>> EnumAccess<'de> for Strict<'l, A> {
    type Error = A::Error;
    type Variant = Strict<'l, A::Variant>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Self::Variant), A::Error> {
        let ledger = self.ledger;
        let (tag, inner) = self.inner.variant_seed(seed)?;
        Ok((tag, Strict { inner, ledger }))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'de> for Strict<'_, A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        self.inner.unit_variant()
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        let seed = self.with(seed);
        self.inner.newtype_variant_seed(seed)
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        count: usize,
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        let visitor = self.with(visitor);
        self.inner.tuple_variant(count, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        let visitor = Object(self.with(visitor));
        self.inner.struct_variant(fields, visitor)
    }
}
