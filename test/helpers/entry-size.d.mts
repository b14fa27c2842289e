/** Returns the size in bytes, minified and gzipped, of what a page loads that imports everything of an entry. */
export function entrySize(name: string): Promise<number>;
