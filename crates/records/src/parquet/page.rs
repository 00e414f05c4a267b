//! Pages: a header, and cells that are compressed together.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use super::Codec;
use super::thrift::{Reader, write_struct};

/// Codes of encodings.
pub(super) const PLAIN: i32 = 0;
pub(super) const RLE: i32 = 3;
pub(super) const RLE_DICTIONARY: i32 = 8;
/// The encoding that old writers name for a dictionary, both for its values and for the places in it.
const PLAIN_DICTIONARY: i64 = 2;

/// The content of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// Cells, as they are.
    Plain,
    /// Places in the dictionary.
    Places,
    /// The values of a dictionary, as they are.
    Dictionary,
}

/// A page as it was read: the number of its cells (empty ones, too), and its bytes.
pub(super) struct Page {
    pub(super) content: Content,
    pub(super) count: usize,
    pub(super) bytes: Vec<u8>,
}

/// Writes a page; gives its size before compression, with the header. O(bytes).
pub(super) fn write_page(
    content: Content,
    count: usize,
    bytes: &[u8],
    codec: Codec,
    out: &mut Vec<u8>,
) -> std::io::Result<u64> {
    let compressed = match codec {
        Codec::Uncompressed => bytes.to_vec(),
        Codec::Snappy => snap::raw::Encoder::new().compress_vec(bytes)?,
        Codec::Gzip => {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
            encoder.write_all(bytes)?;
            encoder.finish()?
        }
    };
    let size = |bytes: &[u8]| i32::try_from(bytes.len()).map_err(std::io::Error::other);
    let (before, after) = (size(bytes)?, size(&compressed)?);
    let start = out.len();
    write_struct(out, |w| {
        w.i32(1, if content == Content::Dictionary { 2 } else { 0 });
        w.i32(2, before);
        w.i32(3, after);
        match content {
            Content::Dictionary => w.structure(7, |w| {
                w.i32(1, count as i32);
                w.i32(2, PLAIN);
            }),
            _ => w.structure(5, |w| {
                w.i32(1, count as i32);
                w.i32(2, if content == Content::Places { RLE_DICTIONARY } else { PLAIN });
                w.i32(3, RLE);
                w.i32(4, RLE);
            }),
        }
    });
    let header = out.len() - start;
    out.extend_from_slice(&compressed);
    Ok((header + bytes.len()) as u64)
}

/// Reads the page at the beginning of `bytes`, and how many bytes it takes; nothing if there is none of a kind that is
/// written here. O(bytes).
pub(super) fn read_page(bytes: &[u8], codec: Codec) -> Option<(Page, usize)> {
    let mut reader = Reader::new(bytes);
    let head = reader.structure()?;
    let size = usize::try_from(head.int(2)?).ok()?;
    let compressed = reader.take(usize::try_from(head.int(3)?).ok()?)?;
    let (content, about) = match head.int(1)? {
        0 => {
            let about = head.structure(5)?;
            let content = match about.int(2)? {
                code if code == i64::from(PLAIN) => Content::Plain,
                code if code == i64::from(RLE_DICTIONARY) || code == PLAIN_DICTIONARY => {
                    Content::Places
                }
                _ => return None,
            };
            (about.int(3)? == i64::from(RLE)).then_some((content, about))?
        }
        2 => {
            let about = head.structure(7)?;
            let plain = matches!(about.int(2)?, 0 | PLAIN_DICTIONARY);
            plain.then_some((Content::Dictionary, about))?
        }
        _ => return None,
    };
    let count = usize::try_from(about.int(1)?).ok()?;
    // What is said to come out of the compressed bytes is not believed: memory grows with what does.
    let bytes = match codec {
        Codec::Uncompressed => compressed.to_vec(),
        Codec::Snappy if snap::raw::decompress_len(compressed).ok()? == size => {
            // 64 bytes are copied by three at most.
            (size / 64 <= compressed.len()).then_some(())?;
            snap::raw::Decoder::new().decompress_vec(compressed).ok()?
        }
        Codec::Snappy => return None,
        Codec::Gzip => {
            let mut bytes = Vec::new();
            GzDecoder::new(compressed).take(size as u64 + 1).read_to_end(&mut bytes).ok()?;
            bytes
        }
    };
    (bytes.len() == size).then_some((Page { content, count, bytes }, reader.position()))
}
