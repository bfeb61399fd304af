/** Finds the fields of a JSON Schema, and replaces one in a sample value. */

interface JsonSchema {
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  $ref?: string
  $defs?: Record<string, JsonSchema>
}

/** Every property, also inside objects and in the first element of lists. */
export function fieldPaths(schema: unknown): string[][] {
  const root = schema as JsonSchema
  const found = pathsIn(root, root)
  return [...new Map(found.map(path => [path.join('/'), path])).values()]
}

function pathsIn(schema: JsonSchema, root: JsonSchema): string[][] {
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [], $ref } = schema
  const own = Object.entries(properties).flatMap(([name, value]) => [
    [name],
    ...pathsIn(value, root).map(path => [name, ...path]),
  ])
  const inItems = items === undefined ? [] : [['0'], ...pathsIn(items, root).map(path => ['0', ...path])]
  const named = $ref === undefined ? undefined : root.$defs?.[$ref.slice('#/$defs/'.length)]
  const others = [...anyOf, ...oneOf, ...allOf, ...(named ? [named] : [])]
  return [...own, ...inItems, ...others.flatMap(other => pathsIn(other, root))]
}

export function withValue(sample: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  if (name === '0') return [withValue(Array.isArray(sample) ? sample[0] : undefined, rest, value)]
  const given = typeof sample === 'object' && sample !== null && !Array.isArray(sample) ? sample : {}
  return { ...given, [name]: withValue((given as Record<string, unknown>)[name], rest, value) }
}
