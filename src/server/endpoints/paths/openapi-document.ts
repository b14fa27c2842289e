import { writeJson } from '../../../api/encoding/exact-json.ts';
import { documentHash } from '../../../schema/openapi/openapi-v3.ts';

/** One document in both its forms, each created on first use. */
export class OpenApiDocument<Shape extends object = object> {
  readonly #make: () => Shape;
  readonly #encode: (document: Shape) => Uint8Array<ArrayBuffer>;
  #text: string | undefined;
  #protobuf: Uint8Array<ArrayBuffer> | undefined;
  #hash: string | undefined;

  constructor(make: () => Shape, encode: (document: Shape) => Uint8Array<ArrayBuffer>) {
    this.#make = make;
    this.#encode = encode;
  }

  get text(): string {
    this.#text ??= writeJson(this.#make());
    return this.#text;
  }
  get protobuf(): Uint8Array<ArrayBuffer> {
    this.#protobuf ??= this.#encode(this.#make());
    return this.#protobuf;
  }
  get hash(): string {
    this.#hash ??= documentHash(this.text);
    return this.#hash;
  }
}

/** The parts of a document that responses need. */
export type WrittenDocument = Pick<OpenApiDocument, 'text' | 'protobuf' | 'hash'>;
