import { useHome } from '../../conversation/context';
import { useCss } from '../../ui/theme/css';
import type { FormField } from './decode';

// At least 16 px, because phones zoom in on smaller inputs. A select's text wraps where the browser supports
// it.
const style = `
  width:100%;min-height:44px;padding:8px 12px;border:1px solid var(--field);border-radius:var(--control);
  background:var(--surface);color:inherit;font:inherit;font-size:var(--input,16px);line-height:1.5;
  &::placeholder{color:var(--quiet);opacity:1;}
  &:is(select){appearance:base-select;}
  &::picker-icon{align-self:center;color:var(--quiet);font-size:.75rem;}
  &[aria-invalid]{border-color:var(--error);}
`;

type Props = {
  field: FormField;
  value: string;
  id: string;
  describedBy: string;
  invalid: boolean;
  readOnly: boolean;
  onChange: (value: string) => void;
};

/** What the browser may fill in, by the field's name; nothing for other fields. */
const autocompleteOf = ({ type, name }: FormField) =>
  type === 'email' ? 'email' : name === 'name' ? 'name' : 'off';

/** The control of one field: an input or a select. */
export const FieldInput = ({ field, value, id, describedBy, invalid, readOnly, onChange }: Props) => {
  const words = useHome().state.words.value;
  const className = useCss()(style);
  const common = {
    id,
    className,
    value,
    'aria-describedby': describedBy,
    'aria-invalid': invalid || undefined,
    'aria-required': true,
  };
  if (field.type === 'select') {
    return (
      <select {...common} disabled={readOnly} onInput={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="">{field.placeholder || words.t('form.choose')}</option>
        {field.options.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      {...common}
      type={field.type}
      list={undefined}
      dir="auto"
      inputMode={field.type === 'email' ? 'email' : field.format === 'integer' ? 'numeric' : field.format}
      autoComplete={autocompleteOf(field)}
      placeholder={field.placeholder}
      readOnly={readOnly}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
};
