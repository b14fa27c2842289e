import { lexer, type Token, type Tokens } from 'marked';
import type { Block, Cell, Document, Inline } from './document.ts';

/** Nesting of lists, and of emphasis and links. What is nested deeper stays Markdown. */
const MAXIMUM_DEPTH = 20;

/**
 * Returns the document that a Markdown text describes. HTML in it is dropped, line breaks excepted. What documents do not
 * have, such as images, stays Markdown.
 */
export const readDocument = (text: string): Document => tokensOf(text).flatMap((token) => blockOf(token));

/** Returns the tokens of a text; the text itself when it is nested too deep for the lexer, which calls itself. */
function tokensOf(text: string): readonly Token[] {
  try {
    return lexer(text);
  } catch (error) {
    if (error instanceof RangeError)
      return [{ type: 'paragraph', raw: text, tokens: [{ type: 'text', raw: text, text }] }];
    throw error;
  }
}

function blockOf(token: Token, depth = 0): readonly Block[] {
  if (depth > MAXIMUM_DEPTH) return [{ type: 'paragraph', content: [token.raw] }];
  switch (token.type) {
    case 'heading': {
      const content = inlineOf(token.tokens);
      return [{ type: 'heading', depth: token.depth, id: sectionId(textOf(content)), content }];
    }
    case 'paragraph':
    case 'text':
      return [{ type: 'paragraph', content: inlineOf(token.tokens) }];
    case 'code':
      return [{ type: 'code', text: token.text }];
    case 'list':
      return [
        {
          type: 'list',
          isOrdered: token.ordered,
          items: (token as Tokens.List).items.map(({ tokens }) => tokens.flatMap((inner) => blockOf(inner, depth + 1))),
        },
      ];
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      return [{ type: 'table', header: header.map(cellOf), rows: rows.map((row) => row.map(cellOf)) }];
    }
    case 'html':
    case 'space':
      return [];
    default:
      return [{ type: 'paragraph', content: [token.raw] }];
  }
}

const cellOf = ({ tokens }: Tokens.TableCell): Cell => inlineOf(tokens);

const inlineOf = (tokens: readonly Token[] = [], depth = 0): Inline[] =>
  tokens.flatMap((token) => inlineOfToken(token, depth));

function inlineOfToken(token: Token, depth: number): readonly Inline[] {
  if (depth > MAXIMUM_DEPTH) return [token.raw];
  switch (token.type) {
    case 'text':
    case 'escape':
      return token.type === 'text' && token.tokens ? inlineOf(token.tokens, depth + 1) : [token.text];
    case 'codespan':
      return [{ type: 'code', text: token.text }];
    case 'strong':
      return [{ type: 'strong', content: inlineOf(token.tokens, depth + 1) }];
    case 'em':
      return [{ type: 'emphasis', content: inlineOf(token.tokens, depth + 1) }];
    case 'link':
      return [{ type: 'link', target: token.href, content: inlineOf(token.tokens, depth + 1) }];
    case 'br':
      return [{ type: 'break' }];
    case 'html':
      return /^<br\b/.test(token.text) ? [{ type: 'break' }] : [];
    default:
      return [token.raw];
  }
}

const textOf = (content: readonly Inline[]): string =>
  content
    .map((part) =>
      typeof part === 'string' ? part : 'text' in part ? part.text : 'content' in part ? textOf(part.content) : ' ',
    )
    .join('');

/** Returns the id of a heading, as code hosts make it. */
const sectionId = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
