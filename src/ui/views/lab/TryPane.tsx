import { Button, FormSelect, FormSelectOption, Title, Tooltip } from '@patternfly/react-core';
import { lazy } from 'react';
import { EditorPlace } from './EditorPlace.tsx';
import { TrialResult } from './TrialResult.tsx';
import type { Lab } from './use-lab.ts';
import { useRecordedRequests } from './use-recorded-requests.ts';

const MonacoCode = lazy(() => import('./MonacoCode.tsx'));

/** A request, and what would become of it. */
export function TryPane({ lab }: { readonly lab: Lab }) {
  const { request } = lab.lab;
  const recorded = useRecordedRequests();
  const choose = (name: string) => {
    const chosen = recorded.find((one) => one.name === name);
    if (chosen) lab.change({ request: chosen.request });
    else lab.choose(lab.lab.mode, lab.lab.examples[lab.lab.mode]);
  };
  return (
    <section className="tp-lab-pane tp-lab-try" aria-label="What it does">
      <div className="tp-lab-bar">
        <Title headingLevel="h2" size="md">
          Request
        </Title>
        <FormSelect
          aria-label="Request"
          className="tp-lab-example"
          value={recorded.find((one) => one.request.recorded?.title === request.recorded?.title)?.name ?? ''}
          onChange={(_, name) => choose(name)}
        >
          <FormSelectOption value="" label={request.recorded ? request.recorded.title : 'create the sample below'} />
          {recorded.map(({ name, title }) => (
            <FormSelectOption key={name} value={name} label={`recorded: ${title}`} />
          ))}
        </FormSelect>
        <Tooltip content="Nothing is stored, and nothing needs to be in force (Ctrl+Enter)">
          <Button isLoading={lab.isBusy} isDisabled={lab.isBusy} onClick={() => void lab.tryIt()}>
            Dry run
          </Button>
        </Tooltip>
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
      <TrialResult result={lab.result} />
    </section>
  );
}
