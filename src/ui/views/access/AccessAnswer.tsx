import { Button, Card, CardBody, Skeleton, Tab, Tabs, TabTitleText } from '@patternfly/react-core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { explainAccess, reviewAccess } from '../../commands/review-access.ts';
import { ErrorState } from '../../components/notices/ErrorState.tsx';
import { CopyableCode } from '../../components/text/CopyableCode.tsx';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { sideOfSubject, sideParameter } from '../../state/access/access-comparison.ts';
import { type AccessQuestion, canICommand } from '../../state/access/access-question.ts';
import { Explanation } from './Explanation.tsx';
import { Fixes } from './Fixes.tsx';
import { FullMatrix } from './FullMatrix.tsx';
import { ImpersonateSubject } from './ImpersonateSubject.tsx';
import { UsedAccess } from './UsedAccess.tsx';
import { useAccessSearch } from './use-access-search.ts';
import { Verdict } from './Verdict.tsx';
import { WhoCan } from './WhoCan.tsx';

/** Loaded when it is opened, with the library that lays it out. */
const AccessGraphTab = lazy(() => import('./AccessGraphTab.tsx'));

/** Id of the tab panel. */
const PANEL = 'access-more';

interface AccessAnswerProps {
  readonly question: AccessQuestion;
  /** Changes when the answer may have changed. */
  readonly occasion: string;
}

/** The server's decision with its reasons, fixes, the subject's permissions, and other allowed subjects. */
export function AccessAnswer({ question, occasion }: AccessAnswerProps) {
  const { client } = useApplication();
  const discovery = useDiscovery();
  const { search, change } = useAccessSearch();
  const key = JSON.stringify(question);
  const review = useAnswer(key, occasion, (signal) => reviewAccess(client, discovery, question, signal));
  const explanation = useAnswer(key, occasion, (signal) => explainAccess(client, question, signal));
  const { tab = 'why' } = search;
  const command = canICommand(question);
  const isDenied = review.value?.allowed === false;
  if (review.error) return <ErrorState error={review.error} />;
  return (
    <>
      <div aria-live="polite" className="tp-access-verdict">
        {review.value ? (
          <Verdict question={question} status={review.value} explained={explanation.value?.reason}>
            {isDenied && tab !== 'fix' && (
              <Button variant="primary" size="sm" onClick={() => change({ tab: 'fix' })}>
                Show fixes
              </Button>
            )}
            <ImpersonateSubject subject={question.subject} />
            <Link
              to="/access/compare"
              search={{ left: sideParameter(sideOfSubject(question.subject)) }}
              className="pf-v6-c-button pf-m-secondary pf-m-small"
            >
              Compare with…
            </Link>
          </Verdict>
        ) : (
          <Skeleton height="6.5rem" screenreaderText="Loading the decision" />
        )}
      </div>
      {command && <CopyableCode label="kubectl command">{command}</CopyableCode>}
      <Card isCompact>
        <Tabs
          activeKey={tab}
          onSelect={(_, chosen) => change({ tab: chosen === 'why' ? undefined : String(chosen) })}
          aria-label="Decision details"
          inset={{ default: 'insetMd' }}
        >
          <Tab eventKey="why" tabContentId={PANEL} title={<TabTitleText>Why</TabTitleText>} />
          {(isDenied || tab === 'fix') && (
            <Tab eventKey="fix" tabContentId={PANEL} title={<TabTitleText>Fixes</TabTitleText>} />
          )}
          <Tab eventKey="matrix" tabContentId={PANEL} title={<TabTitleText>All permissions</TabTitleText>} />
          <Tab eventKey="graph" tabContentId={PANEL} title={<TabTitleText>Graph</TabTitleText>} />
          <Tab eventKey="used" tabContentId={PANEL} title={<TabTitleText>Used access</TabTitleText>} />
          <Tab eventKey="who" tabContentId={PANEL} title={<TabTitleText>Who can do this</TabTitleText>} />
        </Tabs>
        <CardBody id={PANEL} role="tabpanel" aria-label="Decision details" className="tp-access-tab">
          {tab === 'matrix' ? (
            <FullMatrix subject={question.subject} namespace={search.namespace} occasion={occasion} />
          ) : tab === 'fix' ? (
            <Fixes question={question} occasion={occasion} />
          ) : tab === 'graph' ? (
            <Suspense fallback={<Skeleton height="16rem" screenreaderText="Loading the graph" />}>
              <AccessGraphTab subject={question.subject} namespace={search.namespace} occasion={occasion} />
            </Suspense>
          ) : tab === 'used' ? (
            <UsedAccess subject={question.subject} namespace={search.namespace} occasion={occasion} />
          ) : tab === 'who' ? (
            <WhoCan explanation={explanation} action={question.action} />
          ) : (
            <Explanation key={key} explanation={explanation} />
          )}
        </CardBody>
      </Card>
    </>
  );
}
