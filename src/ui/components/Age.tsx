import { useClusterNow } from '../hooks/use-cluster-now.ts';
import { ageText } from '../state/age.ts';

/** The live age of a timestamp, with the timestamp as tooltip. */
export function Age({ timestamp }: { readonly timestamp: string | null | undefined }) {
  const now = useClusterNow();
  return (
    <time dateTime={timestamp ?? undefined} title={timestamp ?? undefined} className="tp-age">
      {ageText(timestamp, now)}
    </time>
  );
}
