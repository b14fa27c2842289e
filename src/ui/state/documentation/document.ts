/** A page of the documentation, as the build makes it from Markdown. It has no HTML, so nothing in it can be active. */
export type Document = readonly Block[];

export type Block =
  | { readonly type: 'heading'; readonly depth: number; readonly id: string; readonly content: readonly Inline[] }
  | { readonly type: 'paragraph'; readonly content: readonly Inline[] }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Block[])[] }
  | { readonly type: 'table'; readonly header: readonly Cell[]; readonly rows: readonly (readonly Cell[])[] };

export type Cell = readonly Inline[];

export type Inline =
  | string
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'strong'; readonly content: readonly Inline[] }
  | { readonly type: 'emphasis'; readonly content: readonly Inline[] }
  /** The target is as in the Markdown: a file, a section or an address. */
  | { readonly type: 'link'; readonly target: string; readonly content: readonly Inline[] }
  | { readonly type: 'break' };

/** A link to a page of the app, `traces` and `reading-traces`, or to an address elsewhere. */
export type LinkTarget = { readonly page: string; readonly section: string } | { readonly address: string } | undefined;

/** Returns the name of a page in the app from its file: `docs/ui.md` is `ui`, `README.md` is `README`. */
export const pageOfFile = (file: string): string => file.replace(/^\/?(?:docs\/)?/, '').replace(/\.md$/, '');

const fileOfPage = (page: string): string => (page === 'README' ? 'README.md' : `docs/${page}.md`);

/** Files that are pages of the app: the documents, and the README, which lists them. */
const IS_PAGE = /^(?:docs\/.+|README)\.md$/;

/** Resolves the target of a link in a page. Undefined for files that are no pages of the app. */
export function linkTarget(page: string, target: string): LinkTarget {
  if (/^https?:/.test(target)) return { address: target };
  const [path = '', section = ''] = target.split('#');
  const base = `https://app.example/${fileOfPage(page)}`;
  const file = path === '' ? fileOfPage(page) : new URL(path, base).pathname.slice(1);
  return IS_PAGE.test(file) ? { page: pageOfFile(file), section } : undefined;
}

/** The key of a part of a document. Documents never change, so that positions identify their parts. */
export const partKey = (index: number): string => `part ${index}`;
