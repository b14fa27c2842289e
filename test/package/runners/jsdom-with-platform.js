/** jest-environment-jsdom with the platform APIs that it lacks, taken from Node. */
import { TestEnvironment } from 'jest-environment-jsdom';

const NAMES = [
  ...['AbortController', 'AbortSignal', 'DOMException', 'MessageChannel', 'crypto', 'structuredClone'],
  ...['Blob', 'Headers', 'Request', 'Response', 'fetch', 'TextDecoder', 'TextEncoder'],
  ...['CompressionStream', 'DecompressionStream', 'ReadableStream', 'TransformStream', 'WritableStream'],
];

export default class extends TestEnvironment {
  constructor(...options) {
    super(...options);
    for (const name of NAMES) Object.defineProperty(this.global, name, { value: globalThis[name], configurable: true });
  }
}
