import { FormSelect, FormSelectOption, Title } from '@patternfly/react-core';
import { lazy } from 'react';
import { EditorPlace } from './EditorPlace.tsx';
import { sampleOf } from './lab-examples.ts';
import { TrialResult } from './TrialResult.tsx';
import type { Lab } from './use-lab.ts';
import { useRecordedRequests } from './use-recorded-requests.ts';

const MonacoCode = lazy(() => import('./MonacoCode.tsx'));

/** Options beside recorded requests: the example's sample, and a request whose trace is no longer available. */
const SAMPLE = 'sample';
const KEPT = 'kept';

/** The request and its result. */
export function TryPane({ lab }: { readonly lab: Lab }) {
  const { request } = lab.lab;
  const recorded = useRecordedRequests();
  const chosen = recorded.find((one) => one.request.recorded?.title === request.recorded?.title)?.name;
  const choose = (name: string) => {
    const one = recorded.find((other) => other.name === name);
    lab.change({ request: one ? one.request : { text: sampleOf(lab.lab) } });
  };
  return (
    <section className="tp-lab-pane tp-lab-try" aria-label="Request and result">
      <div className="tp-lab-bar">
        <Title headingLevel="h2" size="md">
          Request
        </Title>
        <FormSelect
          aria-label="Request"
          className="tp-lab-example"
          value={chosen ?? (request.recorded ? KEPT : SAMPLE)}
          onChange={(_, name) => choose(name)}
        >
          <FormSelectOption value={SAMPLE} label="Sample request" />
          {request.recorded && !chosen && <FormSelectOption value={KEPT} label={request.recorded.title} />}
          {recorded.map(({ name, title }) => (
            <FormSelectOption key={name} value={name} label={`Recorded: ${title}`} />
          ))}
        </FormSelect>
      </div>
      <div className="tp-lab-request">
        <EditorPlace>
          <MonacoCode
            language="yaml"
            label="Request"
            value={request.text}
            onChange={(text) => lab.change({ request: { ...request, text } })}
            onRun={() => void lab.tryIt()}
          />
        </EditorPlace>
      </div>
      <TrialResult result={lab.result} isRunning={lab.running === 'try'} />
    </section>
  );
}
