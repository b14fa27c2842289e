import '../yaml/yaml.css';
import './lab.css';
import { PageSection, Title } from '@patternfly/react-core';
import { useNamespace } from '../../hooks/use-namespaces.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { EditPane } from './EditPane.tsx';
import { LabActions } from './LabActions.tsx';
import { TryPane } from './TryPane.tsx';
import { useLab } from './use-lab.ts';

/** Writes, tries and enables a webhook or policy. */
export function LabView() {
  const namespace = useNamespace() ?? 'default';
  const lab = useLab(namespace);
  useTitle('Admission lab');
  return (
    <>
      <PageSection className="tp-header tp-lab-head" hasBodyWrapper={false}>
        <div>
          <Title headingLevel="h1">Admission lab</Title>
          <p className="tp-subtle">
            Write a webhook or a policy, see what it does to a request, then enable it in a namespace.
          </p>
        </div>
        <LabActions lab={lab} namespace={namespace} />
      </PageSection>
      <PageSection className="tp-lab" isFilled hasBodyWrapper={false}>
        <EditPane lab={lab} />
        <TryPane lab={lab} />
      </PageSection>
    </>
  );
}
