import type { RequestTrace } from '../../../api/debug/request-trace.ts';
import { durationText, stageShares } from '../../state/trace-stages.ts';

/** The stages of a request as a bar, with a legend of their durations. */
export function TraceStages({ trace }: { readonly trace: RequestTrace }) {
  const stages = stageShares(trace);
  if (stages.length === 0) return <>{durationText(trace.milliseconds)}</>;
  return (
    <>
      {durationText(trace.milliseconds)}
      <div className="tp-trace-bar" aria-hidden="true">
        {stages.map(({ name, share }) => (
          <span key={name} data-stage={name} style={{ flexGrow: share }} />
        ))}
      </div>
      <ul className="tp-trace-legend" aria-label="Stages">
        {stages.map(({ name, milliseconds }) => (
          <li key={name} data-stage={name}>
            {name} {durationText(milliseconds)}
          </li>
        ))}
      </ul>
    </>
  );
}
