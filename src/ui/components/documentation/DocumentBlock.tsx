import './document-table.css';
import { Content, List, ListItem, Title } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { type Block, partKey } from '../../state/documentation/document.ts';
import { CopyableCode } from '../text/CopyableCode.tsx';
import { InlineContent, type RenderLink } from './InlineContent.tsx';

interface DocumentBlockProps {
  readonly block: Block;
  /** Renders a link from its target and its text. */
  readonly link: RenderLink;
}

/** One block of a document. */
export function DocumentBlock({ block, link }: DocumentBlockProps) {
  switch (block.type) {
    case 'heading':
      return (
        <Title headingLevel={HEADINGS[block.depth - 1] ?? 'h4'} id={block.id}>
          <InlineContent content={block.content} link={link} />
        </Title>
      );
    case 'paragraph':
      return (
        <Content component="p">
          <InlineContent content={block.content} link={link} />
        </Content>
      );
    case 'code':
      return <CopyableCode label="Code">{block.text}</CopyableCode>;
    case 'list':
      return (
        <List component={block.isOrdered ? 'ol' : 'ul'}>
          {block.items.map((blocks, item) => (
            <ListItem key={partKey(item)}>
              {blocks.map((inner, index) => (
                <DocumentBlock key={partKey(index)} block={inner} link={link} />
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
                    <InlineContent content={cell} link={link} />
                  </Th>
                ))}
              </Tr>
            </Thead>
            <Tbody>
              {block.rows.map((cells, row) => (
                <Tr key={partKey(row)}>
                  {cells.map((cell, index) => (
                    <Td key={partKey(index)}>
                      <InlineContent content={cell} link={link} />
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
