import { useClusterTime } from '../hooks/use-cluster-time.ts';
import { ageText } from '../state/age.ts';

/** The live age of a timestamp, with the timestamp as tooltip. */
export function Age({ timestamp }: { readonly timestamp: string | null | undefined }) {
  const age = useClusterTime((now) => ageText(timestamp, now));
  return (
    <time dateTime={timestamp ?? undefined} title={timestamp ?? undefined} className="tp-age">
      {age}
    </time>
  );
}
