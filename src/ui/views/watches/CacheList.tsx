import { Title } from '@patternfly/react-core';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { StatusLabel } from '../../components/table/StatusLabel.tsx';
import { useCollection } from '../../hooks/use-collection.ts';
import { cacheDifference, differenceText } from '../../state/watch-lab/cache-difference.ts';
import type { LabWatchState } from '../../state/watch-lab/lab-watch.ts';
import type { WatchParameters } from '../../state/watch-lab/watch-parameters.ts';

/** Maximum number of cached objects listed. */
const MOST_SHOWN = 10;

interface CacheListProps {
  readonly title: string;
  readonly state: LabWatchState;
  readonly resource: DiscoveredResource;
  readonly namespace: string | undefined;
  readonly parameters: WatchParameters;
}

/** What the cache of the client holds, and how it differs from the cluster. */
export function CacheList({ title, state, resource, namespace, parameters }: CacheListProps) {
  const { phase, cache, resumeFrom } = state;
  return (
    <div className="tp-watch-cache">
      <div className="tp-watch-cache-head">
        <Title headingLevel="h3" size="md">
          Cache
        </Title>
        <span className="tp-subtle">
          {cache.length === 1 ? '1 object' : `${cache.length} objects`}, resumes from {resumeFrom ?? 'nothing yet'}
        </span>
        {phase !== 'idle' && (
          <Difference state={state} resource={resource} namespace={namespace} parameters={parameters} />
        )}
      </div>
      <ul className="tp-watch-objects" aria-label={`Cache of ${title}`}>
        {cache.slice(0, MOST_SHOWN).map(({ key, namespace: where, name, resourceVersion }) => (
          <li key={key}>
            <span>
              {where && <span className="tp-subtle">{where}/</span>}
              {name}
            </span>
            <span className="tp-subtle">{resourceVersion}</span>
          </li>
        ))}
        {cache.length > MOST_SHOWN && <li className="tp-subtle">{cache.length - MOST_SHOWN} more objects</li>}
        {cache.length === 0 && <li className="tp-subtle">Empty</li>}
      </ul>
    </div>
  );
}

/** Compares with a live copy of the collection, which a reflector keeps. */
function Difference({ state, resource, namespace, parameters }: Omit<CacheListProps, 'title'>) {
  const { group, version, resource: plural } = resource;
  const { labelSelector, fieldSelector } = parameters;
  const { items, isLoaded } = useCollection(
    { group, version, resource: plural, ...(namespace === undefined ? {} : { namespace }) },
    { ...(labelSelector ? { labelSelector } : {}), ...(fieldSelector ? { fieldSelector } : {}) },
  );
  if (!isLoaded) return null;
  const text = differenceText(cacheDifference(state.cache, items));
  return <StatusLabel status={text ? 'warning' : 'success'}>{text || 'Same as the cluster'}</StatusLabel>;
}
