import './trace.css';
import { ExpandableSection } from '@patternfly/react-core';
import { useMemo } from 'react';
import type { AdmissionStep } from '../../../api/debug/request-trace.ts';
import { fieldChangesOf, stepGroups } from '../../state/trace-steps.ts';
import { FieldChanges } from '../FieldChanges.tsx';
import { TraceStep } from './TraceStep.tsx';

/** The steps of admission in order; built-in plugins are collapsed. */
export function TraceSteps({ steps }: { readonly steps: readonly AdmissionStep[] }) {
  const groups = useMemo(() => stepGroups(steps), [steps]);
  if (groups.length === 0) return <p className="tp-subtle">Admission did not run.</p>;
  return (
    <ol className="tp-steps">
      {groups.map((group) =>
        group.type === 'step' ? (
          <TraceStep key={group.position} step={group.step} />
        ) : (
          <PluginSteps key={group.position} steps={group.steps} />
        ),
      )}
    </ol>
  );
}

function PluginSteps({ steps }: { readonly steps: readonly AdmissionStep[] }) {
  const changing = steps.filter(({ patch }) => patch && patch.length > 0).length;
  const count = steps.length === 1 ? '1 built-in plugin' : `${steps.length} built-in plugins`;
  const effect = changing === 0 ? ' made no changes' : `, ${changing} made changes`;
  return (
    <li className="tp-step tp-step-plugins">
      <ExpandableSection toggleText={`${count}${effect}`}>
        <ul className="tp-plugin-steps">
          {steps.map(({ plugin, phase, why, patch, reinvocation }) => (
            <li key={`${plugin} ${phase} ${reinvocation}`}>
              {plugin} <span className="tp-subtle">{patch ? '' : (why ?? 'allowed')}</span>
              {patch && <FieldChanges changes={fieldChangesOf(patch)} />}
            </li>
          ))}
        </ul>
      </ExpandableSection>
    </li>
  );
}
