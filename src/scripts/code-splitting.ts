import type { Rolldown } from 'vite';

/** What only some views need and is large: languages of the editor, layouts, catalogs. Modules that import it stay apart. */
const LARGE =
  /node_modules\/(@bufbuild\/re2|@dagrejs|@xterm|lodash|marked|monaco-[^/]*|yaml)\/|\/src\/(cel|lessons\/catalog|schema\/(data|yaml))\/|\.md$/;

/**
 * Divides the page into what it needs at its start, what at least two views share, and what only one needs. The bundler
 * alone makes a file of each set of views that share something: 170 files for the page of an object, each of which costs
 * a request, an answer of the service worker and a stored file.
 */
export const pageParts = (): Rolldown.CodeSplittingOptions => {
  const known = new Map<string, boolean>();
  const isLarge = (id: string, context: Rolldown.ChunkingContext): boolean => {
    const before = known.get(id);
    if (before !== undefined) return before;
    // Modules may import each other in a circle.
    known.set(id, false);
    const imported = context.getModuleInfo(id)?.importedIds ?? [];
    const found = LARGE.test(id) || imported.some((each) => isLarge(each, context));
    known.set(id, found);
    return found;
  };
  return {
    groups: [
      { name: 'start', tags: ['$initial'], priority: 1 },
      { name: (id, context) => (isLarge(id, context) ? null : 'parts'), debugName: 'parts', minShareCount: 2 },
    ],
  };
};
