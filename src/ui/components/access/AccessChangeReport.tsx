import './access-change-report.css';
import { Alert, ExpandableSection, List, ListItem } from '@patternfly/react-core';
import type { AccessChangeSpec, ChangedAccess } from '../../../api/debug/access-analysis.ts';
import { requestChange } from '../../commands/review-access.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useApplication } from '../../hooks/use-application.ts';
import { ruleText } from '../../state/access/access-choices.ts';

interface AccessChangeReportProps {
  readonly change: AccessChangeSpec;
  /** The action, as the start of a sentence. */
  readonly act: 'Saving' | 'Deleting';
}

/** The access that a write of a role or binding would grant and revoke. Renders nothing when the server does not report it. */
export function AccessChangeReport({ change, act }: AccessChangeReportProps) {
  const { client } = useApplication();
  const { value } = useAnswer(JSON.stringify(change), '', (signal) => requestChange(client, change, signal));
  if (!value) return null;
  const { gained, lost } = value;
  const counts = [countText(gained, 'grants access to'), countText(lost, 'revokes access from')].filter(Boolean);
  return (
    <div aria-live="polite" className="tp-access-change">
      {counts.length === 0 ? (
        <Alert isInline isPlain variant="info" title={`${act} this does not change anyone's access.`} />
      ) : (
        <Alert
          isInline
          isPlain
          variant={lost.length ? 'warning' : 'info'}
          title={`${act} this ${counts.join(' and ')}.`}
        >
          <ExpandableSection toggleText="Show gained and lost access" isIndented>
            <Changes title="Gained" changes={gained} />
            <Changes title="Lost" changes={lost} />
          </ExpandableSection>
        </Alert>
      )}
    </div>
  );
}

const countText = ({ length }: readonly ChangedAccess[], does: string): string =>
  length === 0 ? '' : `${does} ${length === 1 ? '1 subject' : `${length} subjects`}`;

function Changes({ title, changes }: { readonly title: string; readonly changes: readonly ChangedAccess[] }) {
  if (changes.length === 0) return null;
  return (
    <>
      <strong>{title}</strong>
      <List isPlain aria-label={title}>
        {changes.map(({ subject, namespace, rules }) => (
          <ListItem key={JSON.stringify([subject, namespace])}>
            {subject.kind} {subject.namespace ? `${subject.namespace}/${subject.name}` : subject.name},{' '}
            {namespace ? `in ${namespace}` : 'cluster-wide'}: {rules.map((rule) => ruleText(textRule(rule))).join('; ')}
          </ListItem>
        ))}
      </List>
    </>
  );
}

const textRule = ({ verbs, ...rule }: ChangedAccess['rules'][number]) => ({ ...rule, verbs: verbs ?? [] });
