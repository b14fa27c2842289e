/** A piece of text inside a block. */
export type Inline =
  | { readonly type: 'text' | 'code' | 'strong' | 'emphasis'; readonly text: string }
  /** `to` is an address of the app: a path. */
  | { readonly type: 'link'; readonly text: string; readonly to: string };

export type Block =
  | { readonly type: 'paragraph'; readonly content: readonly Inline[] }
  | { readonly type: 'list'; readonly items: readonly (readonly Inline[])[] }
  | { readonly type: 'code'; readonly text: string };

const FENCE = /^```/;
const ITEM = /^[-*] +/;

/**
 * Parses the Markdown of lessons: paragraphs, lists, fenced code, and in them code, strong text, emphasis and links to
 * addresses of the app. Everything else is text; there is no HTML, and no link leads out of the app.
 */
export function parseMarkdown(text: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = text.split('\n');
  let paragraph: string[] = [];
  let items: string[] = [];
  const flush = (): void => {
    if (paragraph.length > 0) blocks.push({ type: 'paragraph', content: inlinesOf(paragraph.join(' ')) });
    if (items.length > 0) blocks.push({ type: 'list', items: items.map(inlinesOf) });
    [paragraph, items] = [[], []];
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const last = items.length - 1;
    if (FENCE.test(line)) {
      flush();
      const end = lines.findIndex((other, index) => index > at && FENCE.test(other));
      const stop = end < 0 ? lines.length : end;
      blocks.push({ type: 'code', text: lines.slice(at + 1, stop).join('\n') });
      at = stop;
    } else if (line.trim() === '') flush();
    else if (ITEM.test(line)) {
      if (paragraph.length > 0) flush();
      items.push(line.replace(ITEM, ''));
    } else if (last >= 0 && line.startsWith(' ')) items[last] = `${items[last]} ${line.trim()}`;
    else {
      if (last >= 0) flush();
      paragraph.push(line.trim());
    }
  }
  flush();
  return blocks;
}

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** A path of the app: not `//host`, which is another origin. */
const APP_PATH = /^\/(?![/\\])[^\\]*$/;

function inlinesOf(text: string): readonly Inline[] {
  const inlines: Inline[] = [];
  const addText = (piece: string): void => {
    if (piece !== '') inlines.push({ type: 'text', text: piece });
  };
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, strong, emphasis, label, to] = match;
    addText(text.slice(end, match.index));
    end = match.index + whole.length;
    if (code !== undefined) inlines.push({ type: 'code', text: code });
    else if (strong !== undefined) inlines.push({ type: 'strong', text: strong });
    else if (emphasis !== undefined) inlines.push({ type: 'emphasis', text: emphasis });
    else if (to !== undefined && APP_PATH.test(to)) inlines.push({ type: 'link', text: label ?? '', to });
    else addText(`${label} (${to})`);
  }
  addText(text.slice(end));
  return inlines;
}
