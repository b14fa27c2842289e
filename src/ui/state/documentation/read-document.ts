import { lexer, type Token, type Tokens } from 'marked';
import type { Block, Cell, Document, Inline } from './document.ts';

/**
 * Returns the document that a Markdown text describes. HTML in it is dropped, line breaks excepted. What documents do not
 * have, such as images, stays Markdown.
 */
export const readDocument = (text: string): Document => lexer(text).flatMap(blockOf);

function blockOf(token: Token): readonly Block[] {
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
          items: (token as Tokens.List).items.map(({ tokens }) => tokens.flatMap(blockOf)),
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

const inlineOf = (tokens: readonly Token[] = []): Inline[] => tokens.flatMap(inlineOfToken);

function inlineOfToken(token: Token): readonly Inline[] {
  switch (token.type) {
    case 'text':
    case 'escape':
      return token.type === 'text' && token.tokens ? inlineOf(token.tokens) : [token.text];
    case 'codespan':
      return [{ type: 'code', text: token.text }];
    case 'strong':
      return [{ type: 'strong', content: inlineOf(token.tokens) }];
    case 'em':
      return [{ type: 'emphasis', content: inlineOf(token.tokens) }];
    case 'link':
      return [{ type: 'link', target: token.href, content: inlineOf(token.tokens) }];
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
