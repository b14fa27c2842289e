import { FormHelperText, HelperText, HelperTextItem } from '@patternfly/react-core';

/** A hint below a form field. */
export const FieldHint = ({ children }: { readonly children: string }) => (
  <FormHelperText>
    <HelperText>
      <HelperTextItem>{children}</HelperTextItem>
    </HelperText>
  </FormHelperText>
);
