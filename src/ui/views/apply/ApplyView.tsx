import { PageSection } from '@patternfly/react-core';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { useNamespace } from '../../hooks/use-namespaces.ts';
import { YamlEditor } from '../yaml/YamlEditor.tsx';

/** Writes objects of any kinds from one text. */
export function ApplyView() {
  const namespace = useNamespace() ?? 'default';
  return (
    <>
      <ViewHeader
        title="Apply YAML"
        description={
          <>
            Write or paste objects of any kind, separated by <code>---</code>. Objects without a namespace go to the
            namespace <strong>{namespace}</strong>.
          </>
        }
      />
      <PageSection className="tp-fill" isFilled hasBodyWrapper={false}>
        <YamlEditor namespace={namespace} />
      </PageSection>
    </>
  );
}
