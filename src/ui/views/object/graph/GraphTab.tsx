import './graph.css';
import { Flex, FlexItem, Skeleton, ToggleGroup, ToggleGroupItem } from '@patternfly/react-core';
import { useMemo, useState } from 'react';
import { dialectNamed } from '../../../../api/dialect.ts';
import type { ApiObject } from '../../../../api/object.ts';
import { kindKeyOf } from '../../../../client/objects/kind-key.ts';
import {
  graphAround,
  graphCollections,
  graphWithin,
  groupedGraph,
  nodeIdOf,
  relationGraph,
} from '../../../../client/relations/graph.ts';
import { identityOf, neededCollections } from '../../../../client/relations/relations-of.ts';
import { useDiscovery } from '../../../hooks/use-application.ts';
import { useKnownObjects } from '../../../hooks/use-relations.ts';
import { dialectOf } from '../../../state/dialect-names.ts';
import { UnlistedKinds } from '../UnlistedKinds.tsx';
import { GraphList } from './GraphList.tsx';
import { GraphPicture } from './GraphPicture.tsx';

/** The relations of an object, or of all objects of a namespace, as a live graph or a nested list. */
export default function GraphTab({ object }: { readonly object: ApiObject }) {
  const dialect = dialectNamed(dialectOf(useDiscovery()));
  const [isList, setList] = useState(false);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const kind = kindKeyOf(object, dialect);
  const isNamespace = kind === 'core/Namespace';
  const namespace = isNamespace ? object.metadata.name : object.metadata.namespace;
  const { objects, isLoaded, unknown } = useKnownObjects(
    namespace === undefined ? neededCollections(object, dialect) : graphCollections(namespace),
  );
  const root = isNamespace ? undefined : nodeIdOf(identityOf(kind, object.metadata));
  const whole = useMemo(() => {
    if (isNamespace) return graphWithin(relationGraph(objects, dialect), object.metadata.name ?? '');
    const known = objects.get(kind) ?? [];
    const isKnown = known.some(({ metadata }) => metadata.uid === object.metadata.uid);
    const all = isKnown ? objects : new Map([...objects, [kind, [...known, object]]]);
    return graphAround(relationGraph(all, dialect), object, dialect);
  }, [objects, object, kind, isNamespace, dialect]);
  const graph = useMemo(() => groupedGraph(whole, open, root), [whole, open, root]);
  const openGroup = (id: string) => setOpen((before) => new Set(before).add(id));
  return (
    <div className="tp-graph-tab">
      <Flex className="tp-graph-bar" alignItems={{ default: 'alignItemsCenter' }}>
        <ToggleGroup aria-label="Form of the relations">
          <ToggleGroupItem text="Graph" buttonId="as-graph" isSelected={!isList} onChange={() => setList(false)} />
          <ToggleGroupItem text="List" buttonId="as-list" isSelected={isList} onChange={() => setList(true)} />
        </ToggleGroup>
        <FlexItem className="tp-subtle" aria-live="polite">
          {isLoaded && `${whole.nodes.length} objects, ${whole.edges.length} relations`}
        </FlexItem>
        {open.size > 0 && (
          <FlexItem>
            <button type="button" className="pf-v6-c-button pf-m-link pf-m-inline" onClick={() => setOpen(new Set())}>
              Group again
            </button>
          </FlexItem>
        )}
      </Flex>
      <UnlistedKinds kinds={unknown} />
      {!isLoaded ? (
        <Skeleton height="16rem" screenreaderText="Loading relations" />
      ) : whole.nodes.length === 0 ? (
        <p className="tp-subtle">No related objects.</p>
      ) : isList ? (
        <GraphList graph={graph} root={root} onOpen={openGroup} />
      ) : (
        <GraphPicture graph={graph} objects={objects} root={root} onOpen={openGroup} />
      )}
    </div>
  );
}
