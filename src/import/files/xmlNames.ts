/**
 * Resolves element names to namespaces. The parser could do it, but that takes a quarter of its time: it
 * looks up every name anew, although most elements have no prefix and declare nothing.
 */

interface Scope {
  /** The namespace of names without a prefix. */
  own: string
  byPrefix: ReadonlyMap<string, string>
}

export interface XmlName {
  name: string
  namespace: string
}

const noScope: Scope = {
  own: '',
  byPrefix: new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]),
}

/** An undeclared prefix, or a name with more than one colon. */
export class InvalidName extends Error {}

export class XmlNames {
  /** The scopes of the open elements, innermost last. */
  readonly #scopes: Scope[] = []
  readonly #names: string[] = []

  /** Names mean the same as long as this is the same object. */
  get scope(): unknown {
    return this.#scopes.at(-1) ?? noScope
  }

  open(written: string, attributes: Readonly<Record<string, string>>): XmlName {
    const scope = this.#scopeOf(attributes)
    const colon = written.indexOf(':')
    const name = colon === -1 ? written : written.slice(colon + 1)
    const namespace = colon === -1 ? scope.own : boundIn(scope, written, colon)
    this.#scopes.push(scope)
    this.#names.push(name)
    return { name, namespace }
  }

  /** For a name without a prefix and attributes that declare nothing. Returns its namespace. */
  openSimple(name: string): string {
    const scope = this.#scopes.at(-1) ?? noScope
    this.#scopes.push(scope)
    this.#names.push(name)
    return scope.own
  }

  /** Returns the name of the element that ends. */
  close(): string {
    this.#scopes.pop()
    return this.#names.pop() ?? ''
  }

  #scopeOf(attributes: Readonly<Record<string, string>>): Scope {
    const outer = this.#scopes.at(-1) ?? noScope
    let scope = outer
    for (const name in attributes) {
      if (name === 'xmlns') scope = { ...scope, own: attributes[name] ?? '' }
      else if (name.startsWith('xmlns:')) {
        scope = { ...scope, byPrefix: new Map(scope.byPrefix).set(name.slice(6), attributes[name] ?? '') }
      }
    }
    for (const name in attributes) {
      const colon = name.indexOf(':')
      if (colon !== -1 && !name.startsWith('xmlns:')) boundIn(scope, name, colon)
    }
    return scope
  }
}

function boundIn({ byPrefix }: Scope, written: string, colon: number): string {
  const prefix = written.slice(0, colon)
  const namespace = byPrefix.get(prefix)
  const local = written.slice(colon + 1)
  if (prefix === '' || local === '' || local.includes(':'))
    throw new InvalidName(`malformed name: ${written}`)
  if (namespace === undefined || namespace === '')
    throw new InvalidName(`unbound namespace prefix: ${prefix}`)
  return namespace
}
