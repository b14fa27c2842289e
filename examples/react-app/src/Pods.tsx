import { type Pod, pods, statusOf } from './kinds.ts';
import { useCollection } from './use-collection.ts';

/** A table of all pods that changes live. */
export function Pods() {
  const { items, error } = useCollection<Pod>(pods);
  if (error) return <p role="alert">{error}</p>;
  return (
    <table aria-label="Pods">
      <thead>
        <tr>
          <th>Name</th>
          <th>Status</th>
          <th>Ready</th>
          <th>Restarts</th>
          <th>Node</th>
        </tr>
      </thead>
      <tbody>
        {items.map((pod) => (
          <PodRow key={`${pod.metadata.namespace}/${pod.metadata.name}`} pod={pod} />
        ))}
      </tbody>
    </table>
  );
}

function PodRow({ pod }: { pod: Pod }) {
  const containers = pod.status?.containerStatuses ?? [];
  return (
    <tr>
      <td>{pod.metadata.name}</td>
      <td>{statusOf(pod)}</td>
      <td>
        {containers.filter(({ ready }) => ready).length}/{containers.length}
      </td>
      <td>{containers.reduce((sum, { restartCount }) => sum + restartCount, 0)}</td>
      <td>{pod.spec?.nodeName}</td>
    </tr>
  );
}
