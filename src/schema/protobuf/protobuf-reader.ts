/** A decoded field: a varint as bigint, a fixed64 as double, or length-delimited bytes. */
export interface ProtobufField {
  readonly number: number;
  readonly value: bigint | number | Uint8Array;
}

/** Returns the fields of a Protobuf message, in order; fixed32 fields are skipped. @throws Error for malformed bytes */
export function readProtobuf(bytes: Uint8Array): ProtobufField[] {
  const fields: ProtobufField[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let position = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[position++];
      if (byte === undefined) throw new Error('unexpected EOF');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(64, value);
    }
    throw new Error('proto: integer overflow');
  };
  const take = (length: number): Uint8Array => {
    if (length < 0 || position + length > bytes.length) throw new Error('unexpected EOF');
    position += length;
    return bytes.subarray(position - length, position);
  };
  while (position < bytes.length) {
    const tag = Number(varint());
    const number = tag >>> 3;
    const wire = tag & 7;
    if (number === 0) throw new Error(`proto: illegal tag ${number} (wire type ${wire})`);
    if (wire === 0) fields.push({ number, value: varint() });
    else if (wire === 1) {
      const at = position;
      take(8);
      fields.push({ number, value: view.getFloat64(at, true) });
    } else if (wire === 2) fields.push({ number, value: take(Number(varint())) });
    else if (wire === 5) take(4);
    else throw new Error(`proto: illegal wireType ${wire}`);
  }
  return fields;
}
