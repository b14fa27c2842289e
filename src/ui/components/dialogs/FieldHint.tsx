import { FormHelperText, HelperText, HelperTextItem } from '@patternfly/react-core';

/** What a field takes, below it. */
export const FieldHint = ({ children }: { readonly children: string }) => (
  <FormHelperText>
    <HelperText>
      <HelperTextItem>{children}</HelperTextItem>
    </HelperText>
  </FormHelperText>
);
