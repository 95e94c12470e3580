import { CopyField } from '../parts/CopyField';

type Props = { label: string; value: string; hint: string; onClose(): void };

/** A link or a secret that the desk shows only now, because it stores only a hash. */
export const ShownOnce = ({ label, value, hint, onClose }: Props) => (
  <>
    <CopyField label={label} value={value} hint={hint} first />
    <footer class="dialog-footer">
      <button type="button" class="button" onClick={onClose}>
        Done
      </button>
    </footer>
  </>
);
