import { Content, List, ListItem, Title } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { type Block, partKey } from '../../state/documentation/document.ts';
import { InlineContent } from './InlineContent.tsx';

interface DocumentBlockProps {
  readonly block: Block;
  /** The page that contains it, to which its links are relative. */
  readonly page: string;
}

/** One block of a document. */
export function DocumentBlock({ block, page }: DocumentBlockProps) {
  switch (block.type) {
    case 'heading':
      return (
        <Title headingLevel={HEADINGS[block.depth - 1] ?? 'h4'} id={block.id}>
          <InlineContent content={block.content} page={page} />
        </Title>
      );
    case 'paragraph':
      return (
        <Content component="p">
          <InlineContent content={block.content} page={page} />
        </Content>
      );
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled with the keyboard
        <pre className="tp-document-code" tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case 'list':
      return (
        <List component={block.isOrdered ? 'ol' : 'ul'}>
          {block.items.map((blocks, item) => (
            <ListItem key={partKey(item)}>
              {blocks.map((inner, index) => (
                <DocumentBlock key={partKey(index)} block={inner} page={page} />
              ))}
            </ListItem>
          ))}
        </List>
      );
    case 'table':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables are scrolled with the keyboard
        <div className="tp-document-table" tabIndex={0}>
          <Table variant="compact">
            <Thead>
              <Tr>
                {block.header.map((cell, index) => (
                  <Th key={partKey(index)}>
                    <InlineContent content={cell} page={page} />
                  </Th>
                ))}
              </Tr>
            </Thead>
            <Tbody>
              {block.rows.map((cells, row) => (
                <Tr key={partKey(row)}>
                  {cells.map((cell, index) => (
                    <Td key={partKey(index)}>
                      <InlineContent content={cell} page={page} />
                    </Td>
                  ))}
                </Tr>
              ))}
            </Tbody>
          </Table>
        </div>
      );
  }
}

const HEADINGS = ['h1', 'h2', 'h3'] as const;
