import { PageSection, Title } from '@patternfly/react-core';
import { useNamespace } from '../../hooks/use-namespaces.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { YamlEditor } from '../yaml/YamlEditor.tsx';

/** Writes objects of any kinds from one text. */
export function ApplyView() {
  const namespace = useNamespace() ?? 'default';
  useTitle('Apply YAML');
  return (
    <>
      <PageSection className="tp-header" hasBodyWrapper={false}>
        <Title headingLevel="h1">Apply YAML</Title>
        <p className="tp-subtle">
          Write or paste objects of any kind, separated by <code>---</code>. Objects without a namespace go to the
          namespace <strong>{namespace}</strong>.
        </p>
      </PageSection>
      <PageSection className="tp-fill" isFilled hasBodyWrapper={false}>
        <YamlEditor namespace={namespace} />
      </PageSection>
    </>
  );
}
