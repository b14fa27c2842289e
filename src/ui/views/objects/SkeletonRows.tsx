import { Skeleton } from '@patternfly/react-core';
import { Td } from '../../components/table/Td.tsx';
import { Tr } from '../../components/table/Tr.tsx';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Placeholder rows of the same height while loading. */
export function SkeletonRows({ columns }: { readonly columns: number }) {
  return ROWS.map((row) => (
    <Tr key={row} className="tp-row">
      <Td />
      <Td colSpan={columns}>
        <Skeleton screenreaderText={row === 'a' ? 'Loading' : ''} width="92%" />
      </Td>
    </Tr>
  ));
}
