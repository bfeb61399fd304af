/** Whether the service answers at all. */
export async function isUp(): Promise<boolean> {
  return await fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
}
