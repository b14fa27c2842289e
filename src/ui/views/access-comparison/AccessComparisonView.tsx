import './access-comparison.css';
import { Card, CardBody, PageSection, Skeleton, Switch } from '@patternfly/react-core';
import { getRouteApi } from '@tanstack/react-router';
import { readGrants } from '../../commands/read-grants.ts';
import { ErrorState } from '../../components/notices/ErrorState.tsx';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { useNamespace } from '../../hooks/use-namespaces.ts';
import { useRbac } from '../../hooks/use-rbac.ts';
import { type ComparisonSearch, compareGrants, readSide, sideParameter } from '../../state/access/access-comparison.ts';
import { ComparedGrants } from './ComparedGrants.tsx';
import { SideFields } from './SideFields.tsx';

const route = getRouteApi('/access/compare');

/** The permissions of two subjects or roles side by side. */
export function AccessComparisonView() {
  const { left: leftText, right: rightText, show } = route.useSearch();
  const namespace = useNamespace();
  const navigate = route.useNavigate();
  const { client } = useApplication();
  const discovery = useDiscovery();
  const rbac = useRbac();
  const [left, right] = [readSide(leftText), readSide(rightText)];
  const isComplete = left.name !== '' && right.name !== '';
  const change = (changes: ComparisonSearch) =>
    void navigate({ search: (old) => ({ ...old, ...changes }), replace: true });
  const { value, error } = useAnswer(JSON.stringify({ left, right, namespace }), rbac.revision, async (signal) => {
    if (!isComplete) return undefined;
    const read = (side: typeof left) => readGrants(client, discovery, { side, namespace }, signal);
    const [ofLeft, ofRight] = await Promise.all([read(left), read(right)]);
    return compareGrants(ofLeft, ofRight);
  });
  return (
    <>
      <ViewHeader
        title="Compare access"
        description={
          <>
            What two users, groups, service accounts or roles may do,{' '}
            {namespace ? `in namespace ${namespace} and at cluster scope` : 'in all namespaces'}.
          </>
        }
      />
      <PageSection isFilled hasBodyWrapper={false} className="tp-comparison">
        <div className="tp-comparison-sides">
          <SideFields label="Left" side={left} rbac={rbac} onChange={(side) => change({ left: sideParameter(side) })} />
          <SideFields
            label="Right"
            side={right}
            rbac={rbac}
            onChange={(side) => change({ right: sideParameter(side) })}
          />
        </div>
        {isComplete && (
          <Card isCompact>
            <CardBody>
              <Switch
                id="comparison-all"
                label="Show equal permissions"
                isChecked={show === 'all'}
                onChange={(_, isChecked) => change({ show: isChecked ? 'all' : undefined })}
              />
              {error ? (
                <ErrorState error={error} />
              ) : value ? (
                <ComparedGrants rows={value} left={left} right={right} showsEqual={show === 'all'} />
              ) : (
                <Skeleton height="16rem" screenreaderText="Loading permissions" />
              )}
            </CardBody>
          </Card>
        )}
      </PageSection>
    </>
  );
}
