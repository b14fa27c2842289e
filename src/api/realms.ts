/**
 * Recognizes platform objects of any realm. Test runners and frames have separate constructors, so that `instanceof` is
 * false for objects from another realm.
 */

export const isBytes = (value: unknown): value is Uint8Array<ArrayBuffer> => ArrayBuffer.isView(value);

export const isPromise = <T>(value: T | Promise<T>): value is Promise<T> =>
  typeof (value as Partial<Promise<T>> | null | undefined)?.then === 'function';

/** Reports whether a thrown value is an error, or a `DOMException`. */
export const isError = (value: unknown): value is Error => /^\[object (Error|DOMException)\]$/.test(tagOf(value));

export const isTypeError = (value: unknown): boolean => isError(value) && value.name === 'TypeError';

export const isDomException = (value: unknown): boolean => tagOf(value) === '[object DOMException]';

/** Reports whether a value is a `Blob`, or a `File`. */
export const isBlob = (value: unknown): value is Blob => /^\[object (Blob|File)\]$/.test(tagOf(value));

export const isRequest = (value: unknown): value is Request => tagOf(value) === '[object Request]';

export const isResponse = (value: unknown): value is Response => tagOf(value) === '[object Response]';

const tagOf = (value: unknown): string => Object.prototype.toString.call(value);
