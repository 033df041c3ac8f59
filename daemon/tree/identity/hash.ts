/** A 53-bit hash over texts in order, made of two multiplicative hashes. */
export class Hash {
  #a = 0x1b873593
  #b = 0x41c6ce57

  add(text: string): this {
    let a = this.#a
    let b = this.#b
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      a = Math.imul(a ^ code, 0x9e3779b1)
      b = Math.imul(b ^ code, 0x5f356495)
    }
    this.#a = Math.imul(a ^ (a >>> 15) ^ text.length, 0x85ebca77)
    this.#b = Math.imul(b ^ (b >>> 13) ^ text.length, 0xc2b2ae3d)
    return this
  }

  get value(): number {
    return 0x100000000 * (this.#a & 0x1fffff) + (this.#b >>> 0)
  }
}
