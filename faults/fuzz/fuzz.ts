export async function fuzz(
  _count: number,
  _stores: readonly string[],
  _seed: number,
  _file?: string,
): Promise<boolean> {
  return false
}
