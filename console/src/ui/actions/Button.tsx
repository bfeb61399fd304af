/** Buttons. A pending button keeps its focus and size, is marked as busy, and does nothing when pressed. */
import type { ComponentProps, MouseEvent } from 'react'
import { Link } from '../../router.tsx'
import { classes } from '../classes.ts'
import { Icon, type IconName } from '../text/Icon.tsx'
import styles from './Button.module.css'

interface Look {
  variant?: 'primary' | 'secondary' | 'danger' | 'ghost' | undefined
  size?: 'small' | undefined
  icon?: IconName | undefined
  /** The button takes the full width. */
  wide?: boolean | undefined
}

const variantClasses = {
  primary: styles.primary,
  secondary: styles.secondary,
  danger: styles.danger,
  ghost: styles.ghost,
}

/** For what is pressed like a button but is not one, such as the label of a file field. */
export const buttonClass = ({ variant = 'secondary', size, wide }: Omit<Look, 'icon'>): string =>
  classes(styles.button, variantClasses[variant], size && styles.small, wide && styles.wide)

interface ButtonProps extends Look, Omit<ComponentProps<'button'>, 'onClick'> {
  pending?: boolean | undefined
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined
}

export function Button({
  variant,
  size,
  icon,
  wide,
  pending,
  onClick,
  children,
  className,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      className={classes(buttonClass({ variant, size, wide }), className)}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={press}
    >
      {pending ? <span className={styles.spinner} aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

interface ButtonLinkProps extends Look, ComponentProps<typeof Link> {}

/** Looks like a button, goes to another page. */
export function ButtonLink({ variant, size, icon, wide, children, className, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={classes(buttonClass({ variant, size, wide }), className)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'wide'> {
  icon: IconName
  /** What it does; also the tooltip. */
  label: string
}

export function IconButton({ icon, label, variant = 'ghost', className, ...rest }: IconButtonProps) {
  return (
    <Button
      {...rest}
      variant={variant}
      className={classes(styles.iconOnly, className)}
      aria-label={label}
      title={label}
    >
      <Icon name={icon} />
    </Button>
  )
}
