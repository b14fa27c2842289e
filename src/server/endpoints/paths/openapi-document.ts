import { writeJson } from '../../../api/encoding/exact-json.ts';
import { escapeLikeGo } from '../../../api/encoding/go-json.ts';
import { documentHash } from '../../../schema/openapi/document-hash.ts';

/** Returns a document of version 3 as JSON. Unlike version 2, it passes through Go's encoding/json in the real server. */
export const openApiV3Text = (document: object): string => escapeLikeGo(writeJson(document));

/** One document in both its forms, each created on first use. */
export class OpenApiDocument<Shape extends object = object> {
  readonly #make: () => Shape;
  readonly #encode: (document: Shape) => Uint8Array<ArrayBuffer>;
  readonly #write: (document: Shape) => string;
  #text: string | undefined;
  #protobuf: Uint8Array<ArrayBuffer> | undefined;
  #hash: string | undefined;

  constructor(
    make: () => Shape,
    encode: (document: Shape) => Uint8Array<ArrayBuffer>,
    write: (document: Shape) => string,
  ) {
    this.#make = make;
    this.#encode = encode;
    this.#write = write;
  }

  get text(): string {
    this.#text ??= this.#write(this.#make());
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
