CREATE VECTOR INDEX space_vector_1 IF NOT EXISTS FOR (n:SpaceVector1) ON (n.value)
OPTIONS {indexConfig: {`vector.dimensions`: 256, `vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}};
DROP INDEX space_vector_1 IF EXISTS;
