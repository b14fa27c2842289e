import { Button } from '@patternfly/react-core';
import { type GraphBranch, graphBranches, type RelationGraph } from '../../../../client/relations/graph.ts';
import { KindLink } from '../../../components/KindLink.tsx';
import { StatusLabel } from '../../../components/table/StatusLabel.tsx';

interface GraphListProps {
  readonly graph: RelationGraph;
  /** Id of the node at the top; undefined for a namespace. */
  readonly root: string | undefined;
  readonly onOpen: (id: string) => void;
}

/** The nested list that tells the same as the graph. */
export const GraphList = ({ graph, root, onOpen }: GraphListProps) => (
  <ul className="tp-graph-list" aria-label="Relations">
    {graphBranches(graph, root).map((branch) => (
      <Branch key={branch.node.id} {...branch} onOpen={onOpen} />
    ))}
  </ul>
);

function Branch({ node, relation, branches, onOpen }: GraphBranch & Pick<GraphListProps, 'onOpen'>) {
  const [first, ...others] = node.members;
  return (
    <li>
      {relation && <span className="tp-subtle">{relation} </span>}
      {others.length > 0 ? (
        <Button variant="link" isInline onClick={() => onOpen(node.id)}>
          {groupText(node)}
        </Button>
      ) : (
        first && <KindLink {...first} withKind />
      )}{' '}
      {node.isMissing && <StatusLabel status="danger">Not found</StatusLabel>}
      {branches.length > 0 && (
        <ul>
          {branches.map((branch) => (
            <Branch key={branch.node.id} {...branch} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Returns the text of a group: `5 × Pod`. */
export const groupText = ({ kind, members }: GraphBranch['node']): string =>
  `${members.length} × ${kind.slice(kind.indexOf('/') + 1)}`;
