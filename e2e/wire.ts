/** Response types declared independently of the contracts, so that a changed contract makes the tests fail. */
export interface Contest {
  _id: string;
  name: string;
  image: string;
  description: string;
  registrationPrice: number;
  prize: number;
  task: string;
  tags: string;
  deadline: string;
  status: string;
  phase: string;
  participants: string[];
  participantCount: number;
  amountDue: number;
  creator: { name: string; photo: string; email?: string };
}

export interface Creator {
  _id: string;
  name: string;
  photo: string;
  bestContest: { name: string; description: string };
}

export interface User {
  _id: string;
  name: string;
  email: string;
  image: string;
  status: string;
  role: string;
}

export interface ErrorResponse {
  error: { code: string | number; message: string; fields?: Record<string, string> };
}
