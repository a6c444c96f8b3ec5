CREATE VECTOR INDEX space_vector_1 ON :SpaceVector1(value) WITH CONFIG {"dimension": 256, "capacity": 16384, "metric": "cos"};
DROP VECTOR INDEX space_vector_1;
