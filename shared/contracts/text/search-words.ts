import { countCharacters } from "./characters";

export const MAX_SEARCH_LENGTH = 100;

export const isSearchTooLong = (text: string): boolean => countCharacters(text.trim()) > MAX_SEARCH_LENGTH;
