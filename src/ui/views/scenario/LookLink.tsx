import { Link } from '@tanstack/react-router';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { useCollection } from '../../hooks/use-collection.ts';
import type { Look } from '../../state/scenario-guides.ts';

/** Opens what a hint is about. */
export function LookLink({ look: { title, view, log } }: { readonly look: Look }) {
  if (view) return <Link {...view}>{title}</Link>;
  return log ? <LogLink title={title} log={log} /> : null;
}

/** Opens the log of a running pod, whose name nobody knows in advance. */
function LogLink({
  title,
  log: { namespace, labels },
}: {
  readonly title: string;
  readonly log: NonNullable<Look['log']>;
}) {
  const pods = { group: '', version: 'v1', resource: 'pods', namespace };
  const { items } = useCollection<Pod>(pods, { labelSelector: labels });
  const name = items.find(({ status }) => status?.phase === 'Running')?.metadata.name;
  if (name === undefined) return <span className="tp-subtle">No pod runs yet.</span>;
  return (
    <Link
      to="/objects/$group/$version/$resource/$in/$name"
      params={{ group: 'core', version: 'v1', resource: 'pods', in: namespace, name }}
      search={{ tab: 'logs' }}
    >
      {title}
    </Link>
  );
}
