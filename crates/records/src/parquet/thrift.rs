//! Thrift's compact protocol: the headers of pages and the footer are written in it.

/// A value of Thrift.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Bool(bool),
    /// A whole number of 8, 16, 32 or 64 bits.
    Int(i64),
    Double(f64),
    Bytes(Vec<u8>),
    List(Vec<Value>),
    Struct(Struct),
}

/// A structure: fields by their numbers, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Struct(Vec<(i16, Value)>);

/// How deep values may be nested; a footer is four deep.
const MAX_DEPTH: usize = 16;

/// The codes of types in headers of fields and lists.
mod code {
    pub(super) const TRUE: u8 = 1;
    pub(super) const FALSE: u8 = 2;
    pub(super) const I8: u8 = 3;
    pub(super) const I16: u8 = 4;
    pub(super) const I32: u8 = 5;
    pub(super) const I64: u8 = 6;
    pub(super) const DOUBLE: u8 = 7;
    pub(super) const BYTES: u8 = 8;
    pub(super) const LIST: u8 = 9;
    pub(super) const SET: u8 = 10;
    pub(super) const STRUCT: u8 = 12;
}

impl Struct {
    pub(super) fn get(&self, field: i16) -> Option<&Value> {
        self.0.iter().find(|(number, _)| *number == field).map(|(_, value)| value)
    }

    pub(super) fn int(&self, field: i16) -> Option<i64> {
        match self.get(field) {
            Some(Value::Int(n)) => Some(*n),
            _ => None,
        }
    }

    pub(super) fn bytes(&self, field: i16) -> Option<&[u8]> {
        match self.get(field) {
            Some(Value::Bytes(bytes)) => Some(bytes),
            _ => None,
        }
    }

    pub(super) fn list(&self, field: i16) -> Option<&[Value]> {
        match self.get(field) {
            Some(Value::List(list)) => Some(list),
            _ => None,
        }
    }

    pub(super) fn structure(&self, field: i16) -> Option<&Struct> {
        self.get(field)?.structure()
    }
}

impl Value {
    pub(super) fn structure(&self) -> Option<&Struct> {
        match self {
            Value::Struct(inner) => Some(inner),
            _ => None,
        }
    }
}

/// Reads values from bytes.
pub(super) struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Reader<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Reader<'b> {
        Reader { bytes, at: 0 }
    }

    /// How many bytes were read.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    pub(super) fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let taken = self.bytes.get(self.at..self.at.checked_add(count)?)?;
        self.at += count;
        Some(taken)
    }

    /// A number in groups of seven bits, the lowest first.
    pub(super) fn varint(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn zigzag(&mut self) -> Option<i64> {
        let n = self.varint()?;
        Some((n >> 1) as i64 ^ -((n & 1) as i64))
    }

    /// A structure; nothing if the bytes are none.
    pub(super) fn structure(&mut self) -> Option<Struct> {
        self.structure_within(MAX_DEPTH)
    }

    fn structure_within(&mut self, depth: usize) -> Option<Struct> {
        let depth = depth.checked_sub(1)?;
        let (mut fields, mut number) = (Vec::new(), 0i16);
        loop {
            let head = self.byte()?;
            if head == 0 {
                return Some(Struct(fields));
            }
            number = match head >> 4 {
                0 => i16::try_from(self.zigzag()?).ok()?,
                delta => number.checked_add(delta.into())?,
            };
            let value = match head & 15 {
                code::TRUE => Value::Bool(true),
                code::FALSE => Value::Bool(false),
                kind => self.value(kind, depth)?,
            };
            fields.push((number, value));
        }
    }

    fn value(&mut self, kind: u8, depth: usize) -> Option<Value> {
        Some(match kind {
            // In a list, a truth value is a byte of its own.
            code::TRUE | code::FALSE => Value::Bool(self.byte()? == code::TRUE),
            code::I8 => Value::Int((self.byte()? as i8).into()),
            code::I16 | code::I32 | code::I64 => Value::Int(self.zigzag()?),
            code::DOUBLE => Value::Double(f64::from_le_bytes(self.take(8)?.try_into().ok()?)),
            code::BYTES => {
                let length = usize::try_from(self.varint()?).ok()?;
                Value::Bytes(self.take(length)?.to_vec())
            }
            code::LIST | code::SET => {
                let depth = depth.checked_sub(1)?;
                let head = self.byte()?;
                let count = match head >> 4 {
                    15 => usize::try_from(self.varint()?).ok()?,
                    few => few.into(),
                };
                // Every value takes a byte at least, so that the list is no longer than what is left.
                if count > self.bytes.len() - self.at {
                    return None;
                }
                let values = (0..count).map(|_| self.value(head & 15, depth));
                Value::List(values.collect::<Option<_>>()?)
            }
            code::STRUCT => Value::Struct(self.structure_within(depth)?),
            _ => return None,
        })
    }
}

/// Writes a structure field by field, in the order of their numbers.
pub(super) struct Writer<'o> {
    out: &'o mut Vec<u8>,
    last: i16,
}

pub(super) fn write_varint(mut n: u64, out: &mut Vec<u8>) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

fn write_zigzag(n: i64, out: &mut Vec<u8>) {
    write_varint(((n << 1) ^ (n >> 63)) as u64, out);
}

fn write_bytes(bytes: &[u8], out: &mut Vec<u8>) {
    write_varint(bytes.len() as u64, out);
    out.extend_from_slice(bytes);
}

/// Writes a structure with what `fields` puts into it.
pub(super) fn write_struct(out: &mut Vec<u8>, fields: impl FnOnce(&mut Writer<'_>)) {
    let mut writer = Writer { out, last: 0 };
    fields(&mut writer);
    writer.out.push(0);
}

impl Writer<'_> {
    fn head(&mut self, field: i16, kind: u8) {
        let delta = field - self.last;
        debug_assert!((1..16).contains(&delta), "fields are written in order");
        self.out.push((delta as u8) << 4 | kind);
        self.last = field;
    }

    pub(super) fn i32(&mut self, field: i16, n: i32) {
        self.head(field, code::I32);
        write_zigzag(n.into(), self.out);
    }

    pub(super) fn i64(&mut self, field: i16, n: i64) {
        self.head(field, code::I64);
        write_zigzag(n, self.out);
    }

    pub(super) fn bytes(&mut self, field: i16, bytes: &[u8]) {
        self.head(field, code::BYTES);
        write_bytes(bytes, self.out);
    }

    pub(super) fn structure(&mut self, field: i16, fields: impl FnOnce(&mut Writer<'_>)) {
        self.head(field, code::STRUCT);
        write_struct(self.out, fields);
    }

    fn list_head(&mut self, field: i16, kind: u8, count: usize) {
        self.head(field, code::LIST);
        if count < 15 {
            self.out.push((count as u8) << 4 | kind);
        } else {
            self.out.push(0xf0 | kind);
            write_varint(count as u64, self.out);
        }
    }

    pub(super) fn i32s(&mut self, field: i16, numbers: &[i32]) {
        self.list_head(field, code::I32, numbers.len());
        numbers.iter().for_each(|&n| write_zigzag(n.into(), self.out));
    }

    pub(super) fn texts(&mut self, field: i16, texts: &[&str]) {
        self.list_head(field, code::BYTES, texts.len());
        texts.iter().for_each(|text| write_bytes(text.as_bytes(), self.out));
    }

    pub(super) fn structures<T>(
        &mut self,
        field: i16,
        items: &[T],
        mut fields: impl FnMut(&T, &mut Writer<'_>),
    ) {
        self.list_head(field, code::STRUCT, items.len());
        items.iter().for_each(|item| write_struct(self.out, |w| fields(item, w)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut out = Vec::new();
        write_struct(&mut out, |w| {
            w.i32(1, 1);
            w.i32(2, -3);
            w.i64(5, i64::MIN);
            w.bytes(6, b"six");
            w.i32s(7, &[0, -1, i32::MAX]);
            w.texts(9, &["a"; 20]);
            w.structure(10, |w| w.i32(3, 7));
            w.structures(20, &[1, 2], |&n, w| w.i32(1, n));
        });
        let mut reader = Reader::new(&out);
        let read = reader.structure().expect("a structure");
        assert_eq!(reader.position(), out.len());
        assert_eq!(read.int(1), Some(1));
        assert_eq!((read.int(2), read.int(5)), (Some(-3), Some(i64::MIN)));
        assert_eq!(read.bytes(6), Some(&b"six"[..]));
        let numbers = [0, -1, i64::from(i32::MAX)].map(Value::Int);
        assert_eq!(read.list(7), Some(&numbers[..]));
        assert_eq!(read.list(9).map(<[Value]>::len), Some(20));
        assert_eq!(read.structure(10).and_then(|s| s.int(3)), Some(7));
        assert_eq!(read.list(20).and_then(|l| l[1].structure()?.int(1)), Some(2));
    }

    #[test]
    fn what_is_cut_deep_or_endless_is_refused() {
        let mut out = Vec::new();
        write_struct(&mut out, |w| w.texts(1, &["long", "longer"]));
        for cut in 0..out.len() {
            assert_eq!(Reader::new(&out[..cut]).structure(), None);
        }
        let deep = vec![0x1c; 100_000];
        assert_eq!(Reader::new(&deep).structure(), None);
        // A list of four thousand million numbers in a few bytes.
        assert_eq!(Reader::new(&[0x19, 0xf5, 0xff, 0xff, 0xff, 0xff, 0x0f, 0]).structure(), None);
    }
}
