/** A QR code as one path. Always dark on light, whatever the theme, as scanners expect. */
import { encode } from 'uqr'
import styles from './Qr.module.css'

const border = 3

export function Qr({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border, ecc: 'M' })
  const path = data.flatMap((line, y) => line.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  )
}
