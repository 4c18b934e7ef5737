import { isOtherProvider, type NamedProvider, type Provider } from '#domain/international.ts'

/** The operator of the list that a check named: by its name, or by its id where no name fits; ids of the two may not be of one kind. */
export function findListed({ id, name }: NamedProvider, providers: readonly Provider[] = []): Provider | undefined {
  const named =
    name === undefined ? undefined : providers.find((each) => !isOtherProvider({ name: each.name }, { name }))
  return named ?? providers.find((each) => each.id === id)
}
