/** Returns the minified and gzipped size in bytes of the scripts of a page that imports an entire entry. */
export function entrySize(name: string): Promise<number>;
