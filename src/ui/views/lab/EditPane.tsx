import {
  FormSelect,
  FormSelectOption,
  Tab,
  Tabs,
  TabTitleText,
  ToggleGroup,
  ToggleGroupItem,
} from '@patternfly/react-core';
import { lazy, useState } from 'react';
import { objectText } from '../yaml/yaml-documents.ts';
import { EditorPlace } from './EditorPlace.tsx';
import { PolicyFields, WebhookFields } from './LabFields.tsx';
import { POLICY_EXAMPLES, WEBHOOK_EXAMPLES } from './lab-examples.ts';
import { PolicyEditor } from './PolicyEditor.tsx';
import { ReplaceDialog } from './ReplaceDialog.tsx';
import type { Lab } from './use-lab.ts';

const MonacoCode = lazy(() => import('./MonacoCode.tsx'));

/** Id of the tab panel, which contains the tabs. */
const PANE = 'lab-edit-pane';

/** The draft and the objects that it creates. */
export function EditPane({
  lab: { lab, objects, problem, codeProblems, policyAnswers, hasPolicies, isEdited, change, changeMode, choose, tryIt },
}: {
  readonly lab: Lab;
}) {
  const [tab, setTab] = useState<string | number>('text');
  /** The example to load once the user agrees to lose changes. */
  const [replacement, setReplacement] = useState<string>();
  const { mode, webhook } = lab;
  const examples = mode === 'webhook' ? WEBHOOK_EXAMPLES : POLICY_EXAMPLES;
  return (
    <section id={PANE} className="tp-lab-pane" aria-label="Webhook or policy">
      <div className="tp-lab-bar">
        <ToggleGroup aria-label="Webhook or policy">
          <ToggleGroupItem
            text="Webhook"
            buttonId="lab-webhook"
            isSelected={mode === 'webhook'}
            onChange={() => changeMode('webhook')}
          />
          <ToggleGroupItem
            text="Policy"
            buttonId="lab-policy"
            isSelected={mode === 'policy'}
            isDisabled={!hasPolicies}
            onChange={() => changeMode('policy')}
          />
        </ToggleGroup>
        <FormSelect
          aria-label="Example"
          className="tp-lab-example"
          value={lab.examples[mode]}
          onChange={(_, id) => (isEdited ? setReplacement(id) : choose(mode, id))}
        >
          {examples.map(({ id, title }) => (
            <FormSelectOption key={id} value={id} label={`Example: ${title}`} />
          ))}
        </FormSelect>
      </div>
      {mode === 'webhook' ? (
        <WebhookFields webhook={webhook} onChange={(changed) => change({ webhook: { ...webhook, ...changed } })} />
      ) : (
        <PolicyFields policy={lab.policy} onChange={(changed) => change({ policy: { ...lab.policy, ...changed } })} />
      )}
      <Tabs activeKey={tab} onSelect={(_, key) => setTab(key)} aria-label="Code or objects" className="tp-lab-tabs">
        <Tab
          eventKey="text"
          tabContentId={PANE}
          title={<TabTitleText>{mode === 'webhook' ? 'handler.js' : 'Policy'}</TabTitleText>}
        />
        <Tab eventKey="objects" tabContentId={PANE} title={<TabTitleText>Objects</TabTitleText>} />
      </Tabs>
      <EditorPlace>
        {tab === 'objects' ? (
          <MonacoCode
            language="yaml"
            label="Objects"
            isReadOnly
            value={problem ? `# ${problem}\n` : objects.map((object) => objectText(object)).join('---\n')}
          />
        ) : mode === 'webhook' ? (
          <MonacoCode
            language="javascript"
            label="handler.js"
            value={webhook.code}
            problems={codeProblems}
            onChange={(code) => change({ webhook: { ...webhook, code } })}
            onRun={() => void tryIt()}
          />
        ) : (
          <PolicyEditor
            policy={lab.policy}
            answers={policyAnswers}
            onChange={(policy) => change({ policy })}
            onRun={() => void tryIt()}
          />
        )}
      </EditorPlace>
      {replacement !== undefined && (
        <ReplaceDialog
          onReplace={() => {
            choose(mode, replacement);
            setReplacement(undefined);
          }}
          onClose={() => setReplacement(undefined)}
        />
      )}
    </section>
  );
}
