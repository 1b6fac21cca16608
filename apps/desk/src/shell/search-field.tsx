import { Icon } from "./icons.tsx";

/** A search field with an icon. The label is for screen readers. */
export function SearchField({
  label,
  placeholder = label,
  value,
  maxLength,
  onChange,
}: {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly maxLength?: number;
  readonly onChange: (value: string) => void;
}) {
  return (
    <div className="search">
      <Icon name="search" />
      <input
        className="input"
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={maxLength}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
