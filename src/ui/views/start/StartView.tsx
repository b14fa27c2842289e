import { PageSection, Title } from '@patternfly/react-core';
import { StartChoices } from '../../components/start/StartChoices.tsx';
import { useTitle } from '../../hooks/use-title.ts';

/** Asks what the user wants to do. */
export function StartView() {
  useTitle('Start');
  return (
    <>
      <PageSection className="tp-header" hasBodyWrapper={false}>
        <Title headingLevel="h1">What do you want to do?</Title>
      </PageSection>
      <PageSection isFilled hasBodyWrapper={false}>
        <StartChoices />
      </PageSection>
    </>
  );
}
