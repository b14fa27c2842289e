import { useNow } from '../hooks/use-now.ts';
import { ageText } from '../state/age.ts';

/** The time since a timestamp, ticking; the timestamp itself on hovering. */
export function Age({ timestamp }: { readonly timestamp: string | null | undefined }) {
  const now = useNow();
  return (
    <time dateTime={timestamp ?? undefined} title={timestamp ?? undefined} className="tp-age">
      {ageText(timestamp, now)}
    </time>
  );
}
